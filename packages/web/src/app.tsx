import { Dashboard } from './page/dashboard.js'
import { PairPage } from './pair/pair-page.js'
import { RouterProvider } from './route/router.js'

/** Two pages in one file: `/pair` and everything else. */
export function App({ path, code }: { path: string; code: string }) {
  if (path === '/pair') return <PairPage code={code} />
  return (
    <RouterProvider>
      <Dashboard />
    </RouterProvider>
  )
}
