/** The components and actions an agent may count on; what a client draws for a name it does not know is its own. */
export const CATALOGUE_ID = 'diminuendo.chat-ui@v1'

/** The components of the catalogue, in the groups a person would look for them. */
export const COMPONENTS = {
  layout: {
    Stack: 'Puts its children below or beside each other.',
    Card: 'A framed group with a title.',
    Grid: 'Puts its children into columns.',
    Separator: 'A line between two parts.',
    Accordion: 'Parts that open and close.',
    Tabs: 'Parts of which one is shown; its children are TabContent.',
    TabContent: 'What one tab shows.',
    Timeline: 'Steps in the order they happened.',
  },
  text: {
    Heading: 'A heading of some level.',
    Text: 'A paragraph.',
    Link: 'A link to a page.',
    Badge: 'A word that marks a state.',
    Alert: 'A message that must be seen.',
    Callout: 'A remark beside the text.',
  },
  data: {
    Metric: 'One number with its label.',
    Table: 'Rows and columns.',
    CodeBlock: 'Code, with its language.',
    Progress: 'How far something is.',
    Image: 'A picture.',
  },
  charts: {
    BarChart: 'Values as bars.',
    LineChart: 'Values as a line.',
    PieChart: 'Parts of a whole.',
  },
  input: {
    TextInput: 'A line of text to type.',
    SelectInput: 'One choice out of a list.',
    RadioGroup: 'One choice out of a few, all in sight.',
    Button: 'Does an action.',
  },
} as const satisfies Record<string, Record<string, string>>

type Groups = typeof COMPONENTS
/** The name of a component of the catalogue. */
export type ComponentName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string

/** The names of all components, in the order of the catalogue. */
export const COMPONENT_NAMES = Object.values(COMPONENTS).flatMap((group) =>
  Object.keys(group),
) as ComponentName[]

/** What an element can do when a person uses it. */
export const ACTIONS = {
  setState: 'Sets a value of the state.',
  pushState: 'Adds an item to a list of the state.',
  removeState: 'Takes an item out of a list of the state.',
  sendMessage: 'Sends a message to the agent: how the input of a person comes back.',
  openUrl: 'Opens a page.',
  copyToClipboard: 'Copies a text.',
} as const

/** How a prop is tied to the state; the value is a JSON pointer into it. */
export const BINDINGS = {
  $state: 'Shows the value of the state.',
  $bindState: 'Shows the value of the state and sets it.',
} as const
