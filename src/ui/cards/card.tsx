import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { cx } from '../cx.ts'

/** The properties of a card; `flush` leaves out the padding, for lists of rows. */
interface CardProps extends ComponentProps<'section'> {
  flush?: boolean | undefined
}

/** A surface for one thing. Name it with `aria-labelledby` if it should be a landmark. */
export function Card({ flush, className, ...section }: CardProps) {
  return <section {...section} className={cx(styles.card, flush && styles.flush, className)} />
}

/**
 * One of many similar cards, named by `aria-labelledby`. It is an article, because a list should not be a row of
 * landmarks.
 */
export function ListCard({ className, ...article }: ComponentProps<'article'>) {
  return <article {...article} className={cx(styles.card, className)} />
}

/** The card's look for another element, such as a group of a description list. */
export function cardClass(): string {
  return cx(styles.card)
}

/** The look of a card that can be pressed as a whole: a router link or a button. */
export function cardLinkClass(): string {
  return cx(styles.card, styles.link)
}
