import { useRef } from 'react'
import { logsAddress, sessionsAddress } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { KEY_PLACES, KEYS } from './keys.js'
import { useKeys } from './use-keys.js'
import './key-map.css'

const SEARCH = '[data-search]'

/** The keys that work on every page, and the map of all of them, which `?` opens. */
export function KeyMap() {
  const { go } = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  useKeys({
    '?': () => dialog.current?.showModal(),
    'g n': () => go('/'),
    'g s': () => go(sessionsAddress('')),
    'g f': () => go('/flows'),
    'g l': () => go(logsAddress('')),
    '/': () => {
      if (focusSearch()) return
      go(sessionsAddress(''))
      // The list is drawn first.
      requestAnimationFrame(focusSearch)
    },
  })
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className="key-map" aria-labelledby="key-map-title" closedby="any">
      <header>
        <h2 id="key-map-title">Keys</h2>
        <button type="button" className="link" onClick={close}>
          Close
        </button>
      </header>
      {KEY_PLACES.map((place) => (
        <section key={place}>
          <h3>{place}</h3>
          <dl>
            {KEYS.filter(({ where }) => where === place).map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys
                    .flatMap((key) => key.split(' '))
                    .map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </dialog>
  )
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>(SEARCH)
  search?.focus()
  return search !== null
}
