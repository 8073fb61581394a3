/** Brings what is at fault in a form into sight and gives it the focus: the first field, else what is said of a part. */
export function showFault(form: ParentNode): void {
  const fault = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')
  if (!fault) return
  fault.focus({ preventScroll: true })
  // Only what scrolls, and to its middle: the bar at the foot would lie on what comes just into sight.
  const page = fault.closest('main')
  if (!page) return
  const { top, height } = fault.getBoundingClientRect()
  const seen = page.getBoundingClientRect()
  page.scrollBy({ top: top + height / 2 - (seen.top + seen.height / 2) })
}
