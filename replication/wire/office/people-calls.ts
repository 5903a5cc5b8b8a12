import * as v from 'valibot'
import { Person } from './answers.ts'
import type { OfficeCall } from './office-call.ts'

/** The calls about surveyors. */
export const peopleCalls = {
  people: {
    method: 'GET',
    path: '/office/people',
    roles: ['administrator', 'coordinator', 'viewer'],
    summary: 'The surveyors, with their groups and what their phones have said.',
    data: v.array(Person),
    refusals: [],
  },
} as const satisfies Record<string, OfficeCall>
