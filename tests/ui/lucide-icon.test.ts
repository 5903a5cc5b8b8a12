import { createElement, type ComponentType, type SVGProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createIcon } from '../../src/slim/lucide-icon.ts'

/** The icons of the deployed build, compared with the package's, which are shown everywhere else. */

interface IconModule {
  readonly default: ComponentType<SVGProps<SVGSVGElement>>
  readonly __iconData: Parameters<typeof createIcon>[0]
}

// The package has no door to an icon's shapes.
const load = async (icon: string): Promise<IconModule> =>
  import(`../../node_modules/lucide-react/dist/esm/icons/${icon}.mjs`) as Promise<IconModule>

/** Without the classes that are an icon's earlier names. */
const drawn = (Icon: ComponentType<SVGProps<SVGSVGElement>>, className: string): string =>
  renderToStaticMarkup(createElement(Icon, { className })).replace(
    /class="(lucide lucide-[a-z-]+)(?: lucide-[a-z-]+)*/,
    'class="$1',
  )

test.each(['eye', 'inbox', 'arrow-left', 'triangle-exclamation-point'])(
  'the icon %s is drawn as the package draws it',
  async name => {
    const { default: Icon, __iconData: data } = await load(name)
    for (const className of ['flips', '']) {
      expect(drawn(createIcon(data), className)).toBe(drawn(Icon, className))
    }
  },
)
