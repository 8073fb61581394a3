/**
 * Waits, within bounds, until something can be found. What is looked through is looked through again whenever it is
 * told that there is more of it: nobody sleeps.
 */
export class Until {
  /** @type {Set<() => void>} */
  #waiting = new Set()

  /** There is more to look through. */
  tell() {
    for (const look of this.#waiting) look()
  }

  /**
   * @template T
   * @param {() => T | undefined | false} find
   * @param {{ms?: number | undefined, what: string, seen: () => string}} told what to say when it does not come
   * @returns {Promise<T>}
   */
  found(find, { ms = 30_000, what, seen }) {
    // Where the call came from, which is gone by the time it is too late.
    const late = new Error()
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(overdue)
        this.#waiting.delete(look)
      }
      const look = () => {
        try {
          const found = find()
          if (found === undefined || found === false) return
          end()
          resolve(found)
        } catch (error) {
          end()
          reject(error)
        }
      }
      const overdue = setTimeout(() => {
        end()
        late.message = `${what} did not come within ${ms} ms; there was:\n${seen()}`
        reject(late)
      }, ms)
      this.#waiting.add(look)
      look()
    })
  }
}
