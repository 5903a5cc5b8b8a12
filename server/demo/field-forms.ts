import {
  checkbox,
  date,
  image,
  number,
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

/** A check of a well, pump or tap. */
export const waterPointInspection: DemoForm = {
  id: 'water-point-inspection',
  title: 'Water Point Inspection',
  description: 'Checks whether a water point works, is safe and is looked after.',
  status: 'published',
  sections: [
    section('Water point', [
      text('point_code', 'Code on the plate', {
        required: true,
        placeholder: 'WP-000',
        samples: ['WP-104', 'WP-118', 'WP-131', 'WP-142', 'WP-155'],
      }),
      select('village', 'Village', villageNames, { required: true }),
      radio(
        'kind',
        'Kind of water point',
        ['Hand pump', 'Motor pump', 'Tap stand', 'Open well', 'Spring'],
        { required: true },
      ),
      date('last_repair', 'Date of the last repair', {
        help: 'Ask the caretaker. Leave empty if unknown.',
      }),
    ]),
    section('Condition', [
      radio('works', 'Does it give water now?', ['Yes', 'Yes, but little', 'No'], {
        required: true,
        help: 'Pump or open the tap yourself for one minute.',
      }),
      number('fill_seconds', 'Seconds to fill a 20 litre can', { range: [25, 180] }),
      number('queue_minutes', 'Minutes of waiting at the busiest hour', { range: [0, 60] }),
      checkbox('risks', 'What do you see within 15 metres?', [
        'Latrine',
        'Animals',
        'Standing water',
        'Rubbish',
        'Broken apron',
        'None of these',
      ]),
      number('chlorine', 'Free chlorine in mg per litre', {
        help: 'Compare the test tube in daylight, against a white page.',
        range: [0, 1],
      }),
    ]),
    section('Care', [
      radio('committee', 'Is there a water committee?', yesNoUnsure),
      text('caretaker', 'Name of the caretaker', { samples: personNames }),
      tel('caretaker_phone', 'Phone number of the caretaker', {
        samples: ['+919825077001', '+919909077002'],
      }),
      image('photo', 'Photo of the water point', { multiple: true }),
      textarea('remarks', 'What should be done next?', {
        samples: [
          'Replace the washer and the handle bolt.',
          'Clear the drain and mend the apron before the rains.',
          'Nothing at present.',
        ],
      }),
    ]),
  ],
}

/** A screening of a child by arm circumference, weight and height. */
export const childNutritionScreening: DemoForm = {
  id: 'child-nutrition-screening',
  title: 'Child Nutrition Screening',
  description: 'Measures a child between 6 and 59 months and says whether to refer it.',
  status: 'published',
  sections: [
    section('Child', [
      text('child_name', 'Name of the child', { required: true, samples: personNames }),
      radio('sex', 'Sex', ['Girl', 'Boy'], { required: true }),
      date('birth_date', 'Date of birth', {
        help: 'Look at the health card. Estimate with a calendar of local events otherwise.',
      }),
      number('age_months', 'Age in completed months', { required: true, range: [6, 59] }),
      text('caregiver', 'Name of the caregiver', { samples: personNames }),
    ]),
    section('Measures', [
      number('muac_mm', 'Arm circumference in millimetres', {
        required: true,
        help: 'Left arm, midway between shoulder and elbow, arm relaxed. Read twice.',
        range: [108, 165],
      }),
      number('weight_kg', 'Weight in kilograms', { range: [6, 18] }),
      number('height_cm', 'Height in centimetres', { range: [62, 110] }),
      radio('oedema', 'Swelling of both feet?', yesNo, {
        required: true,
        help: 'Press both feet for three seconds. A dent that stays means yes.',
      }),
    ]),
    section('Health', [
      checkbox('illness', 'In the past two weeks, has the child had any of these?', [
        'Fever',
        'Cough',
        'Diarrhoea',
        'Vomiting',
        'None of these',
      ]),
      radio('vaccinated', 'Has the child had the measles vaccine?', yesNoUnsure),
      radio(
        'outcome',
        'Outcome',
        ['No action', 'Advice given', 'Referred to clinic', 'Referred at once'],
        {
          required: true,
        },
      ),
      textarea('remarks', 'Remarks', { samples: remarks }),
    ]),
  ],
}

/** The damage to one building after a storm, flood or earthquake. */
export const shelterDamageAssessment: DemoForm = {
  id: 'shelter-damage-assessment',
  title: 'Shelter Damage Assessment',
  description: 'Records the damage to a home and what its people need to live in it again.',
  status: 'published',
  sections: [
    section('Building', [
      text('owner', 'Name of the owner', { required: true, samples: personNames }),
      select('village', 'Village', villageNames, { required: true }),
      radio('use', 'What is the building used for?', [
        'Home',
        'Home and shop',
        'School',
        'Store',
        'Other',
      ]),
      number('people', 'How many people lived here before?', { range: [1, 12] }),
    ]),
    section('Damage', [
      select('cause', 'What caused the damage?', ['Storm', 'Flood', 'Earthquake', 'Fire', 'Age'], {
        required: true,
      }),
      radio('grade', 'How bad is the damage?', ['None', 'Light', 'Heavy', 'Destroyed'], {
        required: true,
        help: 'Light: can be lived in during repair. Heavy: not safe to sleep in.',
      }),
      checkbox('parts', 'Which parts are damaged?', [
        'Roof',
        'Walls',
        'Floor',
        'Foundation',
        'Doors and windows',
        'Latrine',
      ]),
      number('cost', 'Estimated cost of repair', {
        help: 'In rupees, material and labour.',
        range: [4000, 90000],
      }),
      image('photos', 'Photos of the damage', {
        multiple: true,
        help: 'From two sides at least. Stay out of unsafe buildings.',
      }),
    ]),
    section('People', [
      radio(
        'living_here',
        'Where do they sleep now?',
        ['In the building', 'With relatives', 'In a tent', 'In a school or hall', 'In the open'],
        {
          required: true,
        },
      ),
      checkbox('help_wanted', 'What would help most?', [
        'Tarpaulin',
        'Tools',
        'Timber',
        'Cement',
        'Cash',
        'Labour',
      ]),
      textarea('remarks', 'Remarks', { samples: remarks }),
    ]),
  ],
}
