import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** What is not on the public internet: own, private, shared, documentation, benchmark, multicast, reserved. */
const REFUSED_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Within what is public: protocol assignments with Teredo and ORCHID, and documentation. */
const REFUSED_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const

/** Addresses that lead to an IPv4 address they hold: mapped, NAT64, 6to4. */
const EMBEDDINGS = [
  { bits: 96, form: (v4: string) => `::ffff:${v4}` },
  { bits: 96, form: (v4: string) => `64:ff9b::${v4}` },
  { bits: 16, form: (v4: string) => `2002:${hexOf(v4)}::` },
] as const

const refusedV4 = new BlockList()
const publicV6 = new BlockList()
const refusedV6 = new BlockList()

// Of IPv6 what is not known to be public is not.
publicV6.addSubnet('2000::', 3, 'ipv6')
publicV6.addSubnet('64:ff9b::', 96, 'ipv6')
publicV6.addSubnet('::ffff:0:0', 96, 'ipv6')
for (const [net, bits] of REFUSED_V6) refusedV6.addSubnet(net, bits, 'ipv6')
for (const [net, bits] of REFUSED_V4) {
  refusedV4.addSubnet(net, bits, 'ipv4')
  for (const embedding of EMBEDDINGS) refusedV6.addSubnet(embedding.form(net), embedding.bits + bits, 'ipv6')
}

/** Whether an address is one of the public internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return publicV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6')
}

function hexOf(v4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number)
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
