import { connect } from '@signalbox/client'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

/** A gateway, a paired browser, and a program beside it. */
export async function visit(options = {}) {
  const [browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
  const visitor = await newVisitor(browser, options)
  await pair(visitor, gateway.pairingLink)
  const client = await connect({ url: gateway.url, token: gateway.token() })
  return {
    ...{ browser, gateway, visitor, client, page: visitor.page },
    async leave() {
      client.close()
      await Promise.all([browser.close(), gateway.stop()])
    },
  }
}
