/** It did not come in time. */
export class TooLate extends Error {}

/** What the promise comes to, if it does so in time. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate()), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
