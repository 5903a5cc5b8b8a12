import type { CaseForm } from './entities.ts'
import { calculated, end, endGroup, row } from './rows.ts'

/** What forms do with cases, one form for each page of ODK's reference: registered, visited, looked up and prefilled. */

const wells = [
  { name: 'w-1', label: 'Old well', __version: '1', depth: '12', village: 'Rampura', code: 'A7' },
  { name: 'w-2', label: 'New well', __version: '3', depth: '40', village: 'Bhalej', code: 'B2' },
  { name: 'w-3', label: 'School', __version: '2', depth: '', village: 'Rampura', code: 'C9' },
]
const well = { choose: 'select_one_from_file wells.csv', named: "concat('Well ', ${village})" }
const known = (column: string, of = '${well}') =>
  `instance('wells')/root/item[name = ${of}]/${column}`

/** The forms. */
export const caseForms: readonly CaseForm[] = [
  {
    of: 'a registration',
    survey: [
      row('text', 'village', { save_to: 'village' }),
      row('decimal', 'depth', { save_to: 'depth' }),
      row('select_one kind', 'kind', { save_to: 'kind' }),
      row('select_multiple kind', 'others', { save_to: 'others' }),
      row('text', 'remark'),
    ],
    choices: [
      { list_name: 'kind', name: 'pump', label: 'Pump' },
      { list_name: 'kind', name: 'open', label: 'Open' },
    ],
    entities: [{ list_name: 'wells', label: well.named }],
  },
  {
    of: 'a registration by a label that may be missing, which reads the ids of both',
    survey: [
      row('text', 'village', { save_to: 'village' }),
      calculated('id', '/data/meta/entity/@id'),
      calculated('own', 'string-length(/data/meta/instanceID)'),
    ],
    entities: [{ list_name: 'wells', label: '${village}' }],
    lacks: ['id'],
  },
  {
    of: 'a registration that saves from a group, which is not always asked',
    survey: [
      row('text', 'village'),
      row('begin group', 'more', { relevant: "${village} = 'Asha'" }),
      row('integer', 'depth', { save_to: 'depth' }),
      endGroup,
    ],
    entities: [{ list_name: 'wells', label: well.named }],
  },
  {
    of: 'a registration on a condition',
    survey: [row('text', 'village', { save_to: 'village' }), row('integer', 'depth')],
    entities: [{ list_name: 'wells', label: well.named, create_if: '${depth} > 20' }],
  },
  {
    of: 'a registration on a condition that is a text',
    survey: [row('text', 'village', { save_to: 'village' }), row('text', 'sure')],
    entities: [{ list_name: 'wells', label: well.named, create_if: '${sure}' }],
    answers: { sure: ['true', '1', 'yes', '0', 'false', ''] },
  },
  {
    of: 'a visit that keeps the label',
    survey: [row(well.choose, 'well'), row('integer', 'depth', { save_to: 'depth' })],
    entities: [{ list_name: 'wells', entity_id: '${well}' }],
    lists: { wells },
  },
  {
    of: 'a visit prefilled by a trigger, with what is known of the case',
    survey: [
      row(well.choose, 'well'),
      row('integer', 'depth', {
        save_to: 'depth',
        trigger: '${well}',
        calculation: known('depth'),
      }),
      row('text', 'village', {
        save_to: 'village',
        trigger: '${well}',
        calculation: known('village'),
      }),
      calculated('seen', known('__version')),
      calculated('was', `concat(${known('label')}, ': ', \${depth})`),
    ],
    entities: [{ list_name: 'wells', label: well.named, entity_id: '${well}' }],
    lists: { wells },
  },
  {
    of: 'a visit on a condition',
    survey: [row(well.choose, 'well'), row('text', 'state', { save_to: 'state' })],
    entities: [
      {
        list_name: 'wells',
        label: "concat('Checked: ', ${state})",
        entity_id: '${well}',
        update_if: "${state} = 'Asha' or ${state} = 'abc'",
      },
    ],
    lists: { wells },
  },
  {
    of: 'a visit or a registration',
    survey: [row(well.choose, 'well'), row('text', 'village', { save_to: 'village' })],
    entities: [
      {
        list_name: 'wells',
        label: well.named,
        entity_id: 'coalesce(${well}, uuid())',
        create_if: "${well} = ''",
        update_if: "${well} != ''",
      },
    ],
    lists: { wells },
  },
  {
    of: 'a registration where nothing is chosen to visit',
    survey: [row(well.choose, 'well'), row('text', 'village', { save_to: 'village' })],
    entities: [
      {
        list_name: 'wells',
        label: well.named,
        entity_id: '${well}',
        create_if: "${well} = ''",
        update_if: "${well} != ''",
      },
    ],
    lists: { wells },
  },
  {
    of: 'a visit of what a code names',
    survey: [
      { type: 'csv-external', name: 'wells' },
      row('barcode', 'code'),
      calculated('well', 'instance("wells")/root/item[code = ${code}]/name'),
      calculated('village', "pulldata('wells', 'village', 'code', ${code})"),
      row('integer', 'depth', { save_to: 'depth' }),
    ],
    entities: [{ list_name: 'wells', entity_id: '${well}' }],
    lists: { wells },
    answers: { code: ['A7', 'B2', 'x', ''] },
    lacks: ['village'],
  },
  {
    of: 'a list that is only read, by another key and with a filter',
    survey: [
      row('text', 'village'),
      row(well.choose, 'chosen', { choice_filter: "village = ${village} or ${village} = ''" }),
      row('select_multiple_from_file wells.csv', 'several'),
      row('note', 'told', { label: 'In ${village}' }),
      calculated('count', "count(instance('wells')/root/item[village = 'Rampura'])"),
    ],
    lists: { wells },
    answers: { village: ['Rampura', 'Bhalej', ''] },
  },
  {
    of: 'a case for each occurrence',
    survey: [
      row('begin repeat', 'pump'),
      row('text', 'maker'),
      row('begin group', 'more', { label: '' }),
      row('integer', 'year', { save_to: 'year' }),
      endGroup,
      end,
    ],
    entities: [{ list_name: 'pumps', label: '${maker}' }],
    at: { pumps: ['pump'] },
    repeats: ['pumps'],
  },
  {
    of: 'a visit in each occurrence',
    survey: [
      row('begin repeat', 'check'),
      row(well.choose, 'well'),
      row('integer', 'depth', { save_to: 'depth' }),
      end,
    ],
    entities: [{ list_name: 'wells', entity_id: '${well}', label: "concat('Of ', ${depth})" }],
    at: { wells: ['check'] },
    repeats: ['wells'],
    lists: { wells },
  },
  {
    of: 'cases of two lists, the inner ones with the key of the outer one',
    survey: [
      row('text', 'house', { save_to: 'houses#number' }),
      row('begin repeat', 'member'),
      row('text', 'who', { save_to: 'people#called' }),
      calculated('of', '${house}', { save_to: 'people#house' }),
      end,
    ],
    entities: [
      { list_name: 'houses', label: '${house}' },
      { list_name: 'people', label: '${who}' },
    ],
    at: { people: ['member'] },
    repeats: ['people'],
  },
  {
    of: 'cases of two lists in groups, one of which is not always asked',
    survey: [
      row('text', 'head'),
      row('begin group', 'first', { relevant: "${head} != ''" }),
      row('text', 'street', { save_to: 'houses#street' }),
      endGroup,
      row('begin group', 'second'),
      row('text', 'name', { save_to: 'people#called' }),
      endGroup,
    ],
    entities: [
      { list_name: 'houses', label: "concat(${head}, ', ', ${street})" },
      { list_name: 'people', label: '${name}' },
    ],
    at: { houses: ['first'], people: ['second'] },
  },
]
