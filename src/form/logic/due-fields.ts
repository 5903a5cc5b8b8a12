import type { CompiledField } from '../definition/compiled-form.ts'

/** A queue of fields to be evaluated. Each is in it once, and the one with the lowest order comes first. */
interface DueFields {
  readonly add: (field: CompiledField) => void
  readonly next: () => CompiledField | undefined
}

/** Makes an empty queue; the order of a field must never change. */
export const createDueFields = (orderOf: (field: CompiledField) => number): DueFields => {
  const orders: number[] = []
  const fields: CompiledField[] = []
  /** The place of the next field; those before it have been taken. */
  let first = 0

  const placeOf = (order: number): number => {
    let low = first
    let high = orders.length
    // Readers are listed in about the order of evaluation, so that most belong at the end.
    if (high > low && (orders[high - 1] ?? 0) < order) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((orders[middle] ?? 0) < order) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    add: field => {
      const order = orderOf(field)
      const place = placeOf(order)
      if (orders[place] === order) return
      orders.splice(place, 0, order)
      fields.splice(place, 0, field)
    },
    next: () => {
      const field = fields[first]
      first += 1
      if (first < fields.length) return field
      orders.length = 0
      fields.length = 0
      first = 0
      return field
    },
  }
}
