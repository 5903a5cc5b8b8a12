import { useState } from 'react'

/**
 * What a person enters of a record, which may be read again meanwhile: it follows the record until they have entered
 * something. `seen` is the record that they have changed.
 */
export const useEdited = <Stored, Entries>(
  record: Stored,
  entriesOf: (record: Stored) => Entries,
) => {
  const [state, setState] = useState({ record, seen: record, given: entriesOf(record) })
  const { seen, given } = state
  const isTouched = JSON.stringify(given) !== JSON.stringify(entriesOf(seen))
  if (state.record !== record)
    setState(isTouched ? { ...state, record } : { record, seen: record, given: entriesOf(record) })
  return {
    seen,
    given,
    enter: (next: Entries) => setState({ ...state, given: next }),
    /** Keeps what was entered, over a record that was seen now. */
    see: (next: Stored) => setState({ ...state, seen: next }),
    /** Takes a record as it is. */
    take: (next: Stored) => setState({ ...state, seen: next, given: entriesOf(next) }),
  }
}
