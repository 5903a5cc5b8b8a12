import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

/** What a card takes; `flush` leaves out the padding, for lists of rows. */
export interface CardProps extends ComponentProps<'section'> {
  flush?: boolean | undefined
}

/** A crisp surface for one thing. Name it with `aria-labelledby` when it deserves a place in the outline. */
export function Card({ flush, className, ...section }: CardProps) {
  return <section {...section} className={cx(styles.card, flush && styles.flush, className)} />
}

/** The class of a card that is pressed as a whole: a router link or a button. */
export function cardLinkClass(): string {
  return cx(styles.card, styles.link)
}
