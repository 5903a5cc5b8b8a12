/** A form with a field of each kind that the export treats in its own way. */
export const visitsForm = {
  id: 'visits',
  title: 'Visits',
  sections: [
    {
      id: 's',
      name: 'Visit',
      fields: [
        { id: 'who', label: 'Who', type: 'TEXT', is_required: true },
        { id: 'age', label: 'Age', type: 'NUMBER' },
        {
          id: 'roof',
          label: 'Roof',
          labels: { fr: 'Toit' },
          type: 'RADIO',
          options: [
            { value: '1', label: 'Tin', labels: { fr: 'Tôle' } },
            { value: '2', label: 'Tile' },
          ],
        },
        {
          id: 'needs',
          label: 'Needs',
          type: 'CHECKBOX',
          options: [
            { value: 'f', label: 'Food' },
            { value: 'w', label: 'Work' },
          ],
        },
        { id: 'photo', label: 'Photo', type: 'IMAGE' },
        { id: 'place', label: 'Place', type: 'GEOPOINT' },
      ],
    },
    {
      id: 'members',
      name: 'Members',
      repeat: true,
      fields: [{ id: 'name', label: 'Name', type: 'TEXT' }],
    },
  ],
}
