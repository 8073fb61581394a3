import { Home } from './page/home.js'
import { PairPage } from './pair/pair-page.js'

/** Two pages in one file: `/pair` and everything else. */
export function App({ path, code }: { path: string; code: string }) {
  return path === '/pair' ? <PairPage code={code} /> : <Home />
}
