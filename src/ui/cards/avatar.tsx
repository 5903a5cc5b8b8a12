import { useState } from 'react'
import styles from './avatar.module.css'
import { cx } from '../cx.ts'

/** The properties of an avatar: pictures in the order of trying (local, remote, default), then initials. */
interface AvatarProps {
  sources: readonly (string | null | undefined)[]
  /** The source of the initials, which show when no picture loads. */
  name: string
  /** Read aloud; empty where the name is next to it. */
  alt?: string | undefined
  size?: 's' | 'm' | 'l' | 'xl' | undefined
}

/** A person's picture; when one fails to load, the next is shown (2.shell.2). */
export function Avatar({ sources, name, alt = '', size = 'm' }: AvatarProps) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const source = sources.find(candidate => Boolean(candidate) && !failed.includes(candidate ?? ''))
  return (
    <span className={cx(styles.avatar, styles[size])}>
      {source ? (
        <img
          className={styles.image}
          src={source}
          alt={alt}
          referrerPolicy="no-referrer"
          onError={() => setFailed([...failed, source])}
        />
      ) : (
        <Initials name={name} alt={alt} />
      )}
    </span>
  )
}

function Initials({ name, alt }: { name: string; alt: string }) {
  return (
    <>
      <span aria-hidden>{initialsOf(name)}</span>
      {alt !== '' && <span className="visually-hidden">{alt}</span>}
    </>
  )
}

/** The initials of the first and the last word: 'Asha Devi Rao' becomes 'AR'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
