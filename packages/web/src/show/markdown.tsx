import { proseText } from './prose-text.js'
import './markdown.css'

/** What an agent wrote, as it meant it to look. */
export function Markdown({ text }: { text: string; streaming?: boolean }) {
  return <div className="markdown foreign">{proseText(text)}</div>
}
