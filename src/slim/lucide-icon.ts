/*
 * An icon of lucide-react as a component. The build uses this instead of the package's (replaced.ts), because that
 * one also has a context, sizes, strokes and colours as properties, which the app sets in CSS.
 */
import { createElement, type SVGProps } from 'react'

/** An icon as the package draws it: its shapes in a square. */
interface IconData {
  readonly name: string
  readonly size: number
  readonly node: readonly (readonly [shape: string, attributes: Readonly<Record<string, string>>])[]
}

/** Returns the component of an icon. It is hidden from screen readers, as all icons of the app are. */
export const createIcon =
  ({ name, size, node }: IconData) =>
  ({ className, ...rest }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: ['lucide', `lucide-${name}`, className].filter(Boolean).join(' '),
        'aria-hidden': true,
        ...rest,
      },
      ...node.map(([shape, attributes]) => createElement(shape, attributes)),
    )
