/**
 * The groups of files that reach each other through imports, each in alphabetical order (Tarjan's strongly
 * connected components). A file that imports itself is a group of its own.
 */
export const circlesOf = (
  arrows: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] => {
  const found: string[][] = []
  const order = new Map<string, number>()
  /** The earliest file, by visiting order, that a file is known to reach. */
  const reached = new Map<string, number>()
  const open: string[] = []

  const visit = (file: string): void => {
    const place = order.size
    order.set(file, place)
    reached.set(file, place)
    open.push(file)
    const next = (arrows.get(file) ?? []).filter(to => arrows.has(to))
    for (const to of next) {
      if (!order.has(to)) visit(to)
      if (open.includes(to)) {
        reached.set(file, Math.min(reached.get(file) ?? place, reached.get(to) ?? place))
      }
    }
    if (reached.get(file) !== place) return
    const group = open.splice(open.indexOf(file))
    if (group.length > 1 || next.includes(file)) found.push(group.toSorted())
  }
  for (const file of arrows.keys()) if (!order.has(file)) visit(file)
  return found.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}
