import { JsonTextError } from './json-text.js'
import { LeftAlone } from './left-alone.js'

/** Does something with the text of a file; what is wrong with it is told with its name. */
export function inFile<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof JsonTextError)
      throw new LeftAlone(`${path} is left alone: it is not JSON (${error.message}).`)
    if (error instanceof LeftAlone) throw new LeftAlone(`${path} is left alone: ${error.message}.`)
    throw error
  }
}
