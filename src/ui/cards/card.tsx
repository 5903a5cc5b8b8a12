import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { cx } from '../cx.ts'

/** What a card takes; `flush` leaves out the padding, for lists of rows. */
export interface CardProps extends ComponentProps<'section'> {
  flush?: boolean | undefined
}

/** A crisp surface for one thing. Name it with `aria-labelledby` when it deserves a place in the outline. */
export function Card({ flush, className, ...section }: CardProps) {
  return <section {...section} className={cx(styles.card, flush && styles.flush, className)} />
}

/** One of many cards alike, named by `aria-labelledby`: an article, for a list is no row of landmarks. */
export function ListCard({ className, ...article }: ComponentProps<'article'>) {
  return <article {...article} className={cx(styles.card, className)} />
}

/** The class of a card that is another element, as a group of a description list. */
export function cardClass(): string {
  return cx(styles.card)
}

/** The class of a card that is pressed as a whole: a router link or a button. */
export function cardLinkClass(): string {
  return cx(styles.card, styles.link)
}
