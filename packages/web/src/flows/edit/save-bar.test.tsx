import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ACTIVITIES, TRIGGER } from '../flows.fixture.js'
import { SaveBar } from './save-bar.js'

const nothing = () => {}
const drawn = (more: Partial<Parameters<typeof SaveBar>[0]> = {}) =>
  renderToStaticMarkup(
    <SaveBar
      isNew={false}
      canSave
      isChanged
      said=""
      problems={[]}
      bindings={TRIGGER.bindings}
      activities={ACTIVITIES}
      theirs={null}
      onSaveMine={nothing}
      onTakeTheirs={nothing}
      onDelete={nothing}
      {...more}
    />,
  )

describe('the bar of a trigger', () => {
  it('says whether it is saved', () => {
    expect(drawn()).toContain('>Not saved yet<')
    expect(drawn({ isChanged: false, canSave: false, said: 'Saved.' })).toContain('>Saved.<')
    expect(drawn({ canSave: false })).toContain('disabled')
    expect(drawn({ isNew: true })).toContain('Make the trigger')
    expect(drawn({ isNew: true })).not.toContain('Delete…')
  })

  it('says that it was not saved, where it is at fault and why', () => {
    const markup = drawn({
      problems: [{ place: { at: 'activity', index: 0, key: 'level' }, says: 'It is required' }],
    })
    expect(markup).toContain('Not saved.</strong> Show a toast, Level: It is required')
    expect(markup).not.toContain('Not saved yet')
    // The field that has the focus is the one that is read out.
    expect(markup).not.toContain('role="alert"')
  })

  it('is read out where no field can say it, with hostile text as text', () => {
    const markup = drawn({ problems: [{ place: { at: 'form' }, says: 'No \u202e<b>room</b>' }] })
    expect(markup).toContain('role="alert"')
    expect(markup).toContain('No &lt;b&gt;room&lt;/b&gt;')
  })

  it('lets the person choose when somebody else was faster', () => {
    const changed = drawn({ theirs: { trigger: TRIGGER } })
    expect(changed).toContain('role="alert"')
    expect(changed).toContain('Somebody changed it meanwhile.')
    expect(changed).toContain('Take theirs')
    const deleted = drawn({ theirs: { trigger: null } })
    expect(deleted).toContain('Somebody deleted it meanwhile.')
    expect(deleted).toContain('Save mine')
    expect(deleted).not.toContain('Take theirs')
  })
})
