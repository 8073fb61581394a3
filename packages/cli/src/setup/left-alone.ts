/** A settings file that is not touched, and why: one sentence that names it. */
export class LeftAlone extends Error {
  override readonly name = 'LeftAlone'
}
