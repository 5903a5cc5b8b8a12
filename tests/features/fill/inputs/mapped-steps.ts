import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { mapping } from '../../../../src/messages/interview/mapping.ts'
import type { showField } from './show-field.tsx'

/* What a surveyor does with a line, an area or a position on a map. */

type Shown = ReturnType<typeof showField>

/** Opens the map by the button with this name. */
export const openDialog = async ({ user }: Shown, name: string = mapping.drawLine) => {
  await user.click(screen.getByRole('button', { name }))
  await expect.poll(() => screen.queryByRole('dialog')).not.toBeNull()
}

/** Presses a button next to the map. */
export const press = async ({ user }: Shown, name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

/** The positions of an answer, as short as they can be: `1 2;1.5 2`. */
export const positions = (answer: unknown): string =>
  String(answer)
    .split(';')
    .map(vertex => vertex.split(' ').slice(0, 2).map(Number).join(' '))
    .join(';')
