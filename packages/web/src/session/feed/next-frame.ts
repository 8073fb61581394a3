/** A page that is not seen has no frames; what it hears is written this often. */
const UNSEEN_MS = 250

/** Runs at the next frame of the screen, or a little later where there is none. */
export function nextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(once)
  const timer = setTimeout(once, UNSEEN_MS)
  function once() {
    cancel()
    run()
  }
  function cancel() {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  return cancel
}
