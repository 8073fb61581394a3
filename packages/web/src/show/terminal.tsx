import { lazy, Suspense } from 'react'
import { plainOutput } from './plain-output.js'
import './terminal.css'

const TerminalScreen = lazy(() =>
  import('./terminal-screen.js').then(({ TerminalScreen }) => ({ default: TerminalScreen })),
)

interface Output {
  text: string
  running: boolean
  exitCode?: number
}

/** What a command printed, as a terminal shows it. What reads its codes is loaded when the first is shown. */
export function Terminal({ text, running, exitCode }: Output) {
  const end = endOf(running, exitCode)
  return (
    <section className="terminal" aria-label="Terminal output">
      {text === '' ? (
        <p className="terminal-empty">No output{running ? ' yet' : ''}</p>
      ) : (
        <Suspense fallback={<pre className="terminal-text foreign">{plainOutput(text)}</pre>}>
          <TerminalScreen text={text} />
        </Suspense>
      )}
      {end && (
        <p className="terminal-end" data-failed={end.failed}>
          {end.word}
        </p>
      )}
    </section>
  )
}

function endOf(
  running: boolean,
  exitCode: number | undefined,
): { word: string; failed: boolean } | undefined {
  if (running) return { word: 'Running', failed: false }
  if (exitCode === undefined) return undefined
  return exitCode === 0
    ? { word: 'Ended well', failed: false }
    : { word: `✕ Exit code ${exitCode}`, failed: true }
}
