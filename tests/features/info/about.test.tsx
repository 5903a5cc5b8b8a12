// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, expect, it, vi } from 'vitest'
import { config } from '../../../src/config.ts'
import { AppContext, type App } from '../../../src/context.tsx'
import { AboutScreen } from '../../../src/features/info/about.tsx'
import { about } from '../../../src/messages/help/info.ts'

/** The About screen (2.about): what it says, and where it leads. */

vi.mock('../../../src/lib/navigation/navigation.ts', () => ({
  Link: ({ to, children, ...more }: { to: string; children: unknown }) => (
    <a href={to} {...more}>
      {children as never}
    </a>
  ),
  useNavigate: () => () => {},
}))
vi.mock('../../../src/hooks/use-back.ts', () => ({ useBack: () => () => {} }))

afterEach(cleanup)

const show = (kind: 'signed-in' | 'anonymous') => {
  const session$ = new BehaviorSubject({ kind })
  const session = { session$, current: () => session$.value }
  render(
    <AppContext value={{ session } as unknown as App}>
      <AboutScreen />
    </AppContext>,
  )
}

it('shows the figures, the capabilities and the version', () => {
  show('anonymous')
  for (const { value } of about.figures) expect(screen.getByText(value)).toBeTruthy()
  for (const { title } of about.capabilities) expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getByText(about.scaleTitle)).toBeTruthy()
  expect(document.body.textContent).toContain(config.version)
})

it.each([
  ['signed-in', '/dashboard'],
  ['anonymous', '/login'],
] as const)('leads one who is %s to %s', (kind, path) => {
  show(kind)
  const links = screen
    .getAllByRole<HTMLAnchorElement>('link')
    .map(link => link.getAttribute('href'))
  expect(links).toContain(path)
})
