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
  type DemoForm,
} from './form-builder.ts'
import { personNames, remarks, villageNames } from './names.ts'

/** The registration of a household, with every field type. */
export const householdProfile: DemoForm = {
  id: 'household-profile',
  title: 'Household Profile',
  description: 'Registers a household, its members and its most urgent needs.',
  status: 'published',
  sections: [
    section('Consent and identification', [
      radio('consent', 'Does the respondent agree to take part?', yesNo, {
        required: true,
        help: 'Explain who we are, what the answers are for, and that saying no has no effect on aid.',
        samples: ['yes'],
      }),
      text('head_name', 'Full name of the head of household', {
        required: true,
        placeholder: 'Given name and family name',
        samples: personNames,
      }),
      select('village', 'Village', villageNames, { required: true }),
      date('visit_date', 'Date of the visit', { required: true }),
      text('household_number', 'Household number', {
        placeholder: 'As painted on the door, for example B-14',
        help: 'Leave empty when the house has no number.',
        samples: ['B-14', 'A-02', 'C-31', 'D-07', 'B-22'],
      }),
    ]),
    section('How to reach the household', [
      tel('phone', 'Phone number', {
        help: 'A number at which the household can be reached during the next month.',
        samples: ['+919825012345', '+919909154321', '+917874033221'],
      }),
      email('email', 'E-mail address', {
        placeholder: 'name@example.org',
        samples: ['household@example.org', 'family@example.com'],
      }),
      password('collection_pin', 'Collection PIN', {
        help: 'Six characters or more, chosen and typed by the respondent. They show it when they collect goods.',
        samples: ['471193', '880215', '203948'],
      }),
    ]),
    section('Members', [
      number('members_total', 'How many people live in the household?', {
        required: true,
        help: 'Count everybody who ate here for most of the past month.',
        range: [2, 9],
      }),
      number('members_under_five', 'How many of them are younger than five?', { range: [0, 3] }),
      number('members_over_sixty', 'How many of them are older than sixty?', { range: [0, 2] }),
      checkbox(
        'vulnerabilities',
        'Does any of these apply to a member?',
        [
          'Pregnant or breastfeeding',
          'Living with a disability',
          'Chronic illness',
          'Child without a parent',
          'None of these',
        ],
        { help: 'Read all options aloud. More than one can apply.' },
      ),
    ]),
    section('Living conditions', [
      radio('house_type', 'What kind of house is it?', [
        'Solid walls and roof',
        'Solid walls, light roof',
        'Mud or thatch',
        'Tent or temporary shelter',
      ]),
      select('water_source', 'Main source of drinking water', [
        'Piped to the house',
        'Public tap',
        'Hand pump',
        'Open well',
        'Tanker',
        'Other',
      ]),
      checkbox('needs', 'What does the household need most?', [
        'Food',
        'Drinking water',
        'Shelter repair',
        'Health care',
        'School costs',
        'Work',
      ]),
      textarea('needs_detail', 'Describe the most urgent need', {
        placeholder: 'In the words of the respondent',
        samples: [
          'The roof leaks over the room where the children sleep.',
          'The well is dry since April and the tanker comes once a week.',
          'Medicine for the grandmother has to be fetched from town.',
        ],
      }),
    ]),
    section('Photos and papers', [
      image('house_photo', 'Photo of the house from outside', {
        multiple: false,
        help: 'Ask before you take it. No faces, please.',
      }),
      image('condition_photos', 'Photos of damage or needs', { multiple: true, maxKb: 200 }),
      file('identity_document', 'Copy of an identity document', {
        multiple: false,
        help: 'Only with consent. A photo or a PDF.',
      }),
      file('other_documents', 'Other documents', { multiple: true }),
      textarea('remarks', 'Remarks of the surveyor', { samples: remarks }),
    ]),
  ],
}
