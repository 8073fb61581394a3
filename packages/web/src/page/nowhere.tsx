import { Link } from '../route/link.js'
import { Notice } from './notice.js'

/** An address that leads to nothing. */
export function Nowhere() {
  return (
    <Notice title="There is nothing here">
      <p>The address is wrong, or what it led to is gone.</p>
      <Link to="/">To what needs you</Link>
    </Notice>
  )
}
