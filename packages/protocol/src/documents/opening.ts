import { ROUTES } from '../http/routes.js'

/** A sentence for a door whose shapes are settled before it is served; nothing once a route begins with its path. */
export function opening(path: string): string {
  const served = ROUTES.some((route) => route.path === path || route.path.startsWith(`${path}/`))
  return served ? '' : ' The shapes are settled; the door opens with a later release.'
}
