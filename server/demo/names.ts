/** People and places of the demo answers. The people are invented. */

/** Names of respondents. */
export const personNames = [
  'Meera Jadeja',
  'Ramesh Ahir',
  'Sakina Mutwa',
  'Hansa Rabari',
  'Ibrahim Sumra',
  'Lakshmi Maheshwari',
  'Devji Vankar',
  'Rukhsana Khatri',
  'Kanji Patel',
  'Amina Jat',
  'Bharat Solanki',
  'Jaya Gadhvi',
  'Yusuf Node',
  'Parvati Meghwal',
  'Naran Koli',
  'Farida Pathan',
] as const

/** Where a visit took place. */
export interface DemoPlace {
  readonly village: string
  readonly latitude: number
  readonly longitude: number
}

/** The villages that the demo surveyor visits. */
export const places: readonly DemoPlace[] = [
  { village: 'Madhapar', latitude: 23.236, longitude: 69.708 },
  { village: 'Kukma', latitude: 23.223, longitude: 69.779 },
  { village: 'Nirona', latitude: 23.413, longitude: 69.476 },
  { village: 'Khavda', latitude: 23.844, longitude: 69.726 },
  { village: 'Anjar', latitude: 23.113, longitude: 70.028 },
  { village: 'Bhachau', latitude: 23.297, longitude: 70.343 },
  { village: 'Rapar', latitude: 23.572, longitude: 70.647 },
  { village: 'Mandvi', latitude: 22.833, longitude: 69.356 },
]

/** The same villages, as options of a field. */
export const villageNames: readonly string[] = places.map(place => place.village)

/** Remarks of a surveyor at the end of an interview. */
export const remarks = [
  'The family asked for a second visit after the harvest.',
  'The respondent was helpful and well informed.',
  'Visited in the morning; the road was passable by motorbike only.',
  'A neighbour helped with translation for part of the interview.',
  'No further remarks.',
  'The household keeps its papers with a relative in town.',
] as const
