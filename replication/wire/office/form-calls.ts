import * as v from 'valibot'
import { OfficeForm } from './answers.ts'
import type { OfficeCall } from './office-call.ts'
import { roles } from './roles.ts'

/** The calls about forms. */
export const formCalls = {
  forms: {
    method: 'GET',
    path: '/office/forms',
    roles,
    summary: 'The forms, with their versions and numbers.',
    data: v.array(OfficeForm),
    refusals: [],
  },
} as const satisfies Record<string, OfficeCall>
