import type { LanguageTexts } from './language.ts';

export const english: LanguageTexts = {
  quote: (text) => `The file says: “${text}” That is all.`,
  names: [
    'Alder House',
    'Birch Court',
    'Cedar Mill',
    'Dorset Hall',
    'Elm Lodge',
    'Fern Tower',
    'Grove End',
    'Hazel Works',
    'Iris Park',
    'Juniper Row',
    'Kestrel Yard',
    'Linden Gate',
  ],
  values: [
    'Monday',
    'Tuesday',
    'Thursday',
    'Saturday',
    'in March',
    'in April',
    'in August',
    'in October',
    'every six weeks',
    'twice a year',
  ],
  people: [
    'Mara Voss',
    'Tom Okafor',
    'Lena Brandt',
    'Amir Haddad',
    'Julia Stone',
    'Pavel Novak',
    'Rosa Lind',
    'Ben Carter',
  ],
  facts: [
    {
      text: 'The boiler of {name} is serviced {value} by {person}, who keeps the key to the cellar.',
      questions: ['When is the boiler at {name} due for servicing?', 'Who services the boiler in {name}?'],
    },
    {
      text: 'Tenants of {name} may end their lease with {number} weeks of notice, in writing to {person}.',
      questions: [
        'How many weeks of notice must a tenant of {name} give?',
        'To whom do I write to end my lease in {name}?',
      ],
    },
    {
      text: 'The annual insurance premium for {name} amounts to {number} euros and is paid {value}.',
      questions: [
        'What is the annual premium to insure {name}?',
        'How many euros does the insurance of {name} cost annually?',
      ],
    },
    {
      text: 'Bicycles at {name} are kept behind gate {number}, and {person} hands out the locks.',
      questions: [
        'Behind which gate can I leave my bicycle at {name}?',
        'Who hands me a lock for a bicycle in {name}?',
      ],
    },
    {
      text: 'The elevator in {name} carries at most {number} kilograms and is inspected {value}.',
      questions: [
        'How many kilograms may the elevator of {name} carry?',
        'When is the inspection of the {name} elevator?',
      ],
    },
    {
      text: 'Garbage from {name} is collected {value}; bulky items are announced to {person}.',
      questions: [
        'When is the collection of garbage at {name}?',
        'Whom do I tell about bulky garbage from {name}?',
      ],
    },
    {
      text: 'For painting the staircase of {name}, the owners agreed on {number} euros and hired {person}.',
      questions: [
        'What did the owners of {name} agree to pay for painting the stairs?',
        'Who was hired as painter for the staircase in {name}?',
      ],
    },
    {
      text: 'Dogs are welcome in {name} if {person} agrees and their weight is below {number} kilograms.',
      questions: ['Are dogs allowed in {name}?', 'Up to which weight may I keep a dog in {name}?'],
    },
  ],
  filler: [
    'The residents of {name} met again and talked about the {thing} without a decision.',
    'A letter about the {thing} arrived late and was put into the archive.',
    'The order for the {thing} could not be found, so the matter was postponed.',
    '{person} wrote a long report, which the committee read with interest.',
    'The weather was cold, and the path to {name} had to be cleared of snow.',
    'Some neighbors asked for more light near the entrance, others for less noise.',
    'An old photograph of {name} shows the garden as it was a hundred years ago.',
    'The minutes were approved, and the next meeting was planned for the following month.',
  ],
  things: [
    'boiler',
    'insurance',
    'elevator',
    'garbage',
    'staircase',
    'roof',
    'garden fence',
    'laundry room',
    'lease',
  ],
};
