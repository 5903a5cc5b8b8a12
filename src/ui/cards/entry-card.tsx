import { useId, useState, type ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { ExpandIcon } from '../icon.tsx'
import { CardHead } from './card-head.tsx'
import { ListCard } from './card.tsx'
import styles from './entry-card.module.css'

interface EntryCardProps {
  title: ReactNode
  /** The state, as a badge. */
  badge?: ReactNode
  /** What the title belongs to, in one line. */
  description?: string | undefined
  /** Why the entry is here, in one sentence. */
  cause: ReactNode
  /** The one action that is most likely wanted. */
  act: ReactNode
  /** The label of the button that shows the rest. */
  more: string
  /** The rest: facts, contents, other actions. */
  children: ReactNode
}

/** One thing that needs a decision: what it is, why it is here, one action, and the rest on demand. */
export function EntryCard(props: EntryCardProps) {
  const { title, badge, description, cause, act, more, children } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <ListCard aria-labelledby={id}>
      <CardHead id={id} title={title} badge={badge} description={description} />
      <p className={styles.cause}>{cause}</p>
      <div className={styles.acts}>
        {act}
        <Button
          variant="quiet"
          className={styles.more}
          icon={<ExpandIcon />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {more}
        </Button>
      </div>
      {isOpen && <div className={styles.rest}>{children}</div>}
    </ListCard>
  )
}

/** The other actions of an entry, in its rest. */
export function EntryActs({ children }: { children: ReactNode }) {
  return <div className={styles.others}>{children}</div>
}
