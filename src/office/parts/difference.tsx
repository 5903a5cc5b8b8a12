import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import styles from './parts.module.css'

/** One entry of a record that two people have changed. */
interface Entry {
  readonly name: string
  readonly mine: string
  readonly theirs: string
}

/** Shows what someone else has saved meanwhile next to what was entered here, and lets the person choose. */
export function Difference({
  words,
  entries,
  onTheirs,
  onMine,
}: {
  words: {
    readonly changed: string
    readonly field: string
    readonly mine: string
    readonly theirs: string
    readonly takeTheirs: string
    readonly keepMine: string
  }
  entries: readonly Entry[]
  onTheirs: () => void
  onMine: () => void
}) {
  return (
    <Alert kind="warning" title={words.changed}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.mine}</th>
            <th scope="col">{words.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {entries
            .filter(({ mine, theirs }) => mine !== theirs)
            .map(({ name, mine, theirs }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <bdi>{mine}</bdi>
                </td>
                <td>
                  <bdi>{theirs}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      <div className={styles.bar}>
        <Button size="s" variant="secondary" onClick={onTheirs}>
          {words.takeTheirs}
        </Button>
        <Button size="s" variant="secondary" onClick={onMine}>
          {words.keepMine}
        </Button>
      </div>
    </Alert>
  )
}
