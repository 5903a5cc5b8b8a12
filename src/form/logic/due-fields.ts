import type { CompiledField } from '../definition/compiled-form.ts'

/** A queue of fields to be evaluated. Each is in it once, and the one with the lowest order comes first. */
interface DueFields {
  readonly add: (field: CompiledField) => void
  readonly next: () => CompiledField | undefined
}

/** Makes an empty queue; the order of a field must never change. */
export const createDueFields = (orderOf: (field: CompiledField) => number): DueFields => {
  // The lowest order is last, because items are taken from the end.
  const waiting: { readonly order: number; readonly field: CompiledField }[] = []

  const placeOf = (order: number): number => {
    let low = 0
    let high = waiting.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((waiting[middle]?.order ?? 0) > order) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    add: field => {
      const order = orderOf(field)
      const place = placeOf(order)
      if (waiting[place]?.order !== order) waiting.splice(place, 0, { order, field })
    },
    next: () => waiting.pop()?.field,
  }
}
