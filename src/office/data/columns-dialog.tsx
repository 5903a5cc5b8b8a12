import type { KeyboardEvent } from 'react'
import type { SubmissionTable } from '../../../replication/wire/office/answers.ts'
import { Button } from '../../ui/actions/button.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { Checkbox } from '../../ui/choices/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { LowerIcon, RaiseIcon } from '../../ui/icon.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './data.module.css'

/** Where an id comes when it moves by some places. */
export const movedBy = (ids: readonly string[], id: string, by: number): readonly string[] => {
  const at = ids.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= ids.length) return ids
  const rest = ids.filter(each => each !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** Chooses the columns of the table and their order. Each change shows at once. */
export function ColumnsDialog({
  columns,
  shown,
  onChange,
  onClose,
}: {
  columns: SubmissionTable['columns']
  shown: readonly string[]
  /** The ids of the shown columns in their order; none for all in the form's order. */
  onChange: (ids: readonly string[]) => void
  onClose: () => void
}) {
  const { words } = useOffice()
  const { layout } = words
  const labels = new Map(columns.map(({ id, label }) => [id, label]))
  const isShown = new Set(shown)
  const hidden = columns.map(({ id }) => id).filter(id => !isShown.has(id))
  const toggle = (id: string, isOn: boolean) => {
    const next = isOn ? [...shown, id] : shown.filter(each => each !== id)
    // The last one stays, because a table without any shows nothing of the answers.
    if (next.length > 0) onChange(next)
  }
  const press = (id: string) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || by === 0) return
    event.preventDefault()
    onChange(movedBy(shown, id, by))
  }
  return (
    <Dialog
      open
      title={layout.title}
      onClose={onClose}
      closeLabel={words.close}
      actions={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button variant="secondary" onClick={() => onChange([])}>
            {layout.all}
          </Button>
        </>
      }
    >
      <p>{layout.keys}</p>
      <ul className={styles.list}>
        {[...shown, ...hidden].map(id => {
          const label = labels.get(id) ?? id
          const at = shown.indexOf(id)
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its controls have the keys
            <li key={id} className={styles.listed} onKeyDown={press(id)}>
              <Checkbox
                label={<bdi>{label}</bdi>}
                checked={at >= 0}
                onChange={isOn => toggle(id, isOn)}
              />
              {at >= 0 && (
                <span className={styles.moves}>
                  <IconButton
                    label={layout.earlier(label)}
                    icon={<RaiseIcon />}
                    disabled={at === 0}
                    onClick={() => onChange(movedBy(shown, id, -1))}
                  />
                  <IconButton
                    label={layout.later(label)}
                    icon={<LowerIcon />}
                    disabled={at === shown.length - 1}
                    onClick={() => onChange(movedBy(shown, id, 1))}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
