// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SectionList } from '../../../src/features/fill/review/section-list.tsx'
import { compile, fieldOf, question } from '../../form/form-fixtures.ts'
import { createFillDevice, newInterview } from './fixtures.ts'

/** The sections of an interview, as their dialog lists them. */

afterEach(cleanup)

it('have a progress when they ask something', async () => {
  const device = await createFillDevice()
  const section = (id: string) => ({ section_id: id, section_name: id })
  const logic = JSON.stringify({ calculate: { '+': [1, 2] }, show_calculation: true })
  const form = compile([
    question('name', section('People')),
    question('age', section('People')),
    question('score', { ...section('Scores'), type: 'NUMBER', logic }),
  ])
  const interview = newInterview(device, form)
  interview.edit(fieldOf(form, 'name'), 'Asha')
  render(<SectionList interview={interview} onGoTo={() => {}} />)
  const rows = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(rows).toEqual(['People1 of 2', 'Scores'])
  expect(screen.getAllByRole('button')[1]?.querySelectorAll('svg')).toHaveLength(1)
  await interview.close()
  await device.db.close()
})
