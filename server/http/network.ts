/** The part of an IPv6 address that identifies a customer's network. The customer can change the rest at will. */
const ipv6Groups = 4

/** The part of an address that a sender cannot easily change, for rate limits: an IPv6 address's /64. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [start = '', end] = address.split('::')
  const groups = start === '' ? [] : start.split(':')
  const after = end === undefined || end === '' ? [] : end.split(':')
  const zeros = Math.max(0, 8 - groups.length - after.length)
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${whole.slice(0, ipv6Groups).join(':')}::/64`
}
