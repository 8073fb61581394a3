import './mark.css'

/** The mark, in the colour of the text around it. */
export function Mark() {
  return <span className="mark" aria-hidden="true" />
}
