import {
  checkbox,
  date,
  email,
  file,
  image,
  number,
  password,
  radio,
  section,
  select,
  tel,
  text,
  textarea,
  yesNo,
  yesNoUnsure,
  type DemoForm,
} from './form-builder.ts'
import { personNames, remarks, villageNames } from './names.ts'

/** What people say about a distribution two weeks after it. */
export const distributionMonitoring: DemoForm = {
  id: 'distribution-monitoring',
  title: 'Post-Distribution Monitoring',
  description: 'Asks those who received goods whether these came in time, complete and in dignity.',
  status: 'published',
  sections: [
    section('Receiver', [
      text('receiver', 'Name of the receiver', { required: true, samples: personNames }),
      select('village', 'Village', villageNames, { required: true }),
      text('card_number', 'Number of the ration card', {
        samples: ['TV-20881', 'TV-20907', 'TV-21044', 'TV-21130'],
      }),
      tel('phone', 'Phone number', { samples: ['+919825098101', '+919909098102'] }),
    ]),
    section('Distribution', [
      date('received_on', 'When were the goods received?', { required: true }),
      checkbox(
        'goods',
        'What was received?',
        ['Flour', 'Rice', 'Lentils', 'Oil', 'Soap', 'Blankets'],
        {
          required: true,
        },
      ),
      radio('complete', 'Was it what had been announced?', ['Yes', 'Less', 'More', 'Not sure'], {
        required: true,
      }),
      number('waiting_hours', 'Hours of waiting', { range: [0, 6] }),
      number('way_minutes', 'Minutes to the place, one way', { range: [5, 120] }),
      number('transport_cost', 'Cost of transport', {
        help: 'In rupees; 0 if on foot.',
        range: [0, 200],
      }),
    ]),
    section('Experience', [
      radio('safe', 'Did you feel safe on the way and at the place?', yesNoUnsure),
      radio('paid', 'Did anybody ask for money or a favour?', yesNo, {
        required: true,
        help: 'Ask in private. If yes, follow the reporting procedure today.',
      }),
      radio('satisfaction', 'How satisfied are you?', ['Very', 'Rather', 'Little', 'Not at all']),
      textarea('remarks', 'What should we do better?', { samples: remarks }),
      image('ration_photo', 'Photo of the goods, if still there', { multiple: false }),
    ]),
  ],
}

/** A visit to a school: rooms, water, attendance. */
export const schoolFacilityCheck: DemoForm = {
  id: 'school-facility-check',
  title: 'School Facility Check',
  description: 'Looks at classrooms, water and latrines, and at who is in school today.',
  status: 'published',
  sections: [
    section('School', [
      text('school', 'Name of the school', {
        required: true,
        samples: ['Government Primary School', 'Girls Upper Primary School', 'Community School'],
      }),
      select('village', 'Village', villageNames, { required: true }),
      text('head_teacher', 'Name of the head teacher', { samples: personNames }),
      email('school_email', 'E-mail of the school', { samples: ['school@example.org'] }),
      password('portal_code', 'Code for the parents’ portal', {
        help: 'Typed by the head teacher. Six characters or more.',
        samples: ['portal-77', 'school-19'],
      }),
    ]),
    section('Today', [
      date('visit_date', 'Date of the visit', { required: true }),
      number('girls', 'Girls present', { required: true, range: [12, 90] }),
      number('boys', 'Boys present', { required: true, range: [12, 90] }),
      number('teachers', 'Teachers present', { range: [1, 8] }),
      radio('meal', 'Was a midday meal served?', yesNo),
    ]),
    section('Building', [
      number('rooms', 'Usable classrooms', { range: [1, 10] }),
      radio('water', 'Is there drinking water now?', yesNo, { required: true }),
      number('latrines_girls', 'Usable latrines for girls', { range: [0, 6] }),
      number('latrines_boys', 'Usable latrines for boys', { range: [0, 6] }),
      checkbox('repairs', 'What needs repair?', [
        'Roof',
        'Doors',
        'Fence',
        'Water tank',
        'Latrines',
        'Nothing',
      ]),
      image('photos', 'Photos of the building', { multiple: true }),
      file('register', 'Copy of the attendance register', { multiple: true }),
      textarea('remarks', 'Remarks', { samples: remarks }),
    ]),
  ],
}

/** An unpublished form: listed as such, and its submissions are refused. */
export const marketPriceMonitoring: DemoForm = {
  id: 'market-price-monitoring',
  title: 'Market Price Monitoring',
  description: 'Weekly prices of staple goods. Being prepared by the office.',
  status: 'draft',
  sections: [
    section('Market', [
      text('market', 'Name of the market', { required: true }),
      select('village', 'Village', villageNames, { required: true }),
      date('market_day', 'Market day', { required: true }),
    ]),
    section('Prices', [
      number('flour', 'Wheat flour, price per kilogram', { required: true }),
      number('rice', 'Rice, price per kilogram', { required: true }),
      number('oil', 'Cooking oil, price per litre'),
      number('fodder', 'Fodder, price per bundle'),
      textarea('remarks', 'Remarks'),
    ]),
  ],
}
