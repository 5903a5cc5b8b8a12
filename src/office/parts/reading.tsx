import type { ReactNode } from 'react'
import { Button } from '../../ui/actions/button.tsx'
import { Alert } from '../../ui/status/alert.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useOffice } from '../office-context.tsx'
import styles from './parts.module.css'
import type { Read } from './use-read.ts'

/** Shows what was read, or that it is loading or has failed. */
export function Reading<Data>({
  read,
  children,
}: {
  read: Read<Data>
  children: (data: Data) => ReactNode
}) {
  const { words } = useOffice()
  switch (read.kind) {
    case 'loading':
      return <Skeleton shape="card" count={3} label={words.loading} />
    case 'failed':
      return (
        <Alert kind="error">
          <p>{words.failures[read.failure.kind]}</p>
          <Button variant="secondary" size="s" onClick={read.retry}>
            {words.retry}
          </Button>
        </Alert>
      )
    case 'there':
      return (
        <div className={read.isEarlier ? styles.earlier : undefined} aria-busy={read.isEarlier}>
          {children(read.data)}
        </div>
      )
  }
}
