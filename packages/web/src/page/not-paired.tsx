import { Command } from './command.js'
import { Notice } from './notice.js'
import { pairCommand } from './pair-command.js'

/** Who is not let in, and how to be; `wasPaired` when this very page was let in a moment ago. */
export function NotPaired({ wasPaired }: { wasPaired: boolean }) {
  return (
    <Notice title={wasPaired ? 'This browser is no longer paired' : 'This browser is not paired'}>
      <p>
        {wasPaired
          ? 'It was revoked, here or on another device, and sees nothing any more. To pair it again, type in the terminal'
          : 'Signalbox shows your agents only to browsers you let in. In the terminal, type'}
      </p>
      <Command text={pairCommand(window.location.origin)} />
      <p>
        and open the link it prints here. The link works once. Or <a href="/pair">type a code</a>.
      </p>
    </Notice>
  )
}
