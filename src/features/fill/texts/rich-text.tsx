import { Fragment, type ReactNode } from 'react'
import type { Inline, Marked } from '../../../form/texts/inline.ts'
import { readRichText, type Block } from '../../../form/texts/rich-text.ts'
import styles from './rich-text.module.css'

interface RichTextProps {
  readonly text: string
  /** The text of a placeholder, by key. */
  readonly fillOf: (key: string) => string
  /** In a label everything is a phrase, because a label may not contain a heading, list or paragraph. */
  readonly isPhrase?: boolean
}

const tags = {
  strong: 'strong',
  emphasis: 'em',
  underlined: 'u',
  struck: 's',
  small: 'small',
  raised: 'sup',
  lowered: 'sub',
} as const satisfies Readonly<Record<Marked, string>>

type FillOf = RichTextProps['fillOf']

const many = (pieces: readonly Inline[], fillOf: FillOf): ReactNode =>
  // A text never changes, so the index of a piece can be its key.
  // oxlint-disable-next-line react/no-array-index-key
  pieces.map((piece, place) => <Fragment key={place}>{one(piece, fillOf)}</Fragment>)

const one = (piece: Inline, fillOf: FillOf): ReactNode => {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'fill':
      return <bdi>{fillOf(piece.key)}</bdi>
    case 'break':
      return <br />
    case 'coloured':
      return (
        // The hue is the author's; the style sheet limits its lightness, so that it is readable in every mode.
        <span className={styles.coloured} style={{ '--own-colour': piece.colour } as object}>
          {many(piece.children, fillOf)}
        </span>
      )
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="noopener noreferrer">
          {many(piece.children, fillOf)}
        </a>
      )
    default: {
      const Tag = tags[piece.kind]
      return <Tag>{many(piece.children, fillOf)}</Tag>
    }
  }
}

const headings = ['h3', 'h3', 'h4', 'h4', 'h5', 'h6'] as const

const asBlock = (block: Block, fillOf: FillOf): ReactNode => {
  switch (block.kind) {
    case 'paragraph':
      return <p>{many(block.children, fillOf)}</p>
    case 'heading': {
      const Tag = headings[block.level - 1] ?? 'h6'
      return <Tag data-level={block.level}>{many(block.children, fillOf)}</Tag>
    }
    case 'list': {
      // oxlint-disable-next-line react/no-array-index-key -- as above
      const items = block.items.map((item, place) => <li key={place}>{many(item, fillOf)}</li>)
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
  }
}

const asPhrase = (block: Block, fillOf: FillOf): ReactNode => {
  switch (block.kind) {
    case 'paragraph':
      return <span>{many(block.children, fillOf)}</span>
    case 'heading':
      return (
        <span className={styles.title} data-level={block.level}>
          {many(block.children, fillOf)}
        </span>
      )
    case 'list':
      return block.items.map((item, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <span key={place} className={styles.item}>
          {block.start === null ? '•' : `${block.start + place}.`} {many(item, fillOf)}
        </span>
      ))
  }
}

/**
 * Whether a line ends between two blocks of a phrase. They are inline, so that a number before them is on the line of the
 * first, and an asterisk after them on that of the last; only the items of a list have lines of their own.
 */
const isBroken = (before: Block | undefined, block: Block): boolean =>
  before !== undefined && before.kind !== 'list' && block.kind !== 'list'

const hasStrong = (pieces: readonly Inline[]): boolean =>
  pieces.some(
    piece => piece.kind === 'strong' || ('children' in piece && hasStrong(piece.children)),
  )

/** A form's own text, with its markup as elements; never HTML that a browser parses; in its own direction. */
export function RichText({ text, fillOf, isPhrase = false }: RichTextProps) {
  const blocks = readRichText(text)
  const [only] = blocks
  // The fast path, because most texts are one line.
  if (blocks.length === 1 && only?.kind === 'paragraph' && isPhrase) {
    const words = many(only.children, fillOf)
    return hasStrong(only.children) ? (
      <bdi className={styles.marked}>{words}</bdi>
    ) : (
      <bdi>{words}</bdi>
    )
  }
  const shown = blocks.map((block, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- as above
    <Fragment key={place}>
      {isPhrase && isBroken(blocks[place - 1], block) && <br />}
      {isPhrase ? asPhrase(block, fillOf) : asBlock(block, fillOf)}
    </Fragment>
  ))
  return isPhrase ? (
    <bdi>{shown}</bdi>
  ) : (
    <div className={styles.text} dir="auto">
      {shown}
    </div>
  )
}
