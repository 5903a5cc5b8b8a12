// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AppContext, type App } from '../../src/context.tsx'
import { useBack } from '../../src/hooks/use-back.ts'

/** A screen's way back, which it also takes when a save, a deletion or a new password has gone through. */

const navigate = vi.fn<(to: unknown) => void>()

vi.mock('../../src/lib/navigation/navigation.ts', () => ({ useNavigate: () => navigate }))

const env = { address: { depth: () => 2 } }

const Around = ({ children }: { children: ReactNode }) => (
  <AppContext value={{ env } as unknown as App}>{children}</AppContext>
)

afterEach(cleanup)

it('leads back from its own screen, and not from the one that the surveyor went to meanwhile', () => {
  const { result, unmount } = renderHook(() => useBack('/settings'), { wrapper: Around })
  const back = result.current
  back()
  expect(navigate).toHaveBeenCalledTimes(1)
  unmount()
  back()
  expect(navigate).toHaveBeenCalledTimes(1)
})
