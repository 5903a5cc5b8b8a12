/** A row of the least apps. */
export interface Row {
  readonly id: string
  readonly title: string
  readonly city: string
}

export const makeRows = (): Row[] =>
  Array.from({ length: 50 }, (_, at) => ({
    id: `${at}`.padStart(2, '0'),
    title: `Survey ${at}`,
    city: 'Rampura',
  }))

/** The list that the least apps show. */
export function RowList({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <main>
      <h1>Submissions</h1>
      <ul>
        {rows.map(({ id, title, city }) => (
          <li key={id}>
            <h2 id={`s-${id}`}>{title}</h2>
            <p>{city}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}
