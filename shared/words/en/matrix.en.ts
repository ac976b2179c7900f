/** Words of: the grid of a batch, with the values of its matrix as axes. Keys begin with the area's name; values are ICU messages. */
export const matrix = {
  // A noun: the grid of a batch, with a model, size or quality in each row and column.
  'matrix.name': 'Grid',
  // A command of a batch.
  'matrix.do': 'Show the grid',
  // An item of a menu “Show”, of a picture.
  'matrix.show': 'Grid of its batch',
  'matrix.table': 'Grid of {name}',
  'matrix.gone': 'This batch has no grid',
  'matrix.gone-explained': 'A batch has a grid if it sent a prompt with several models, sizes or qualities.',
  'matrix.none': 'There is no grid. A batch has one if it sent a prompt with several models, sizes or qualities.',
  'matrix.failed': 'The grid cannot be read',
  'matrix.loading': 'Reading the tasks',
  'matrix.done': '{count, plural, one {{done, number} of # task done} other {{done, number} of # tasks done}}',
  // Counts that stand one after the other: of tasks.
  'matrix.problems': '{count, plural, one {# without a picture} other {# without a picture}}',
  'matrix.selected': '{count, plural, one {# cell selected} other {# cells selected}}',
  'matrix.prompts': 'Prompts of the batch',
  'matrix.prompt-at': 'Prompt {at, number} of {count, number}',
  'matrix.previous-prompt': 'Previous prompt',
  'matrix.next-prompt': 'Next prompt',
  'matrix.swap': 'Swap rows and columns',
  'matrix.not-set': 'service’s default',
  'matrix.corner': 'All cells',
  'matrix.values': '{before}, {next}',
  // For screen readers: a header of a row or column with its values.
  'matrix.header': '{values}: {pictures, plural, =0 {no picture} one {# picture} other {# pictures}}',
  // For screen readers. content: such as “Picture”, “In the trash” or the state of a task.
  'matrix.cell': '{values}: {content}',
  'matrix.no-task': 'No task',
  'matrix.picture': 'Picture',
  'matrix.picture-of': 'Picture {at, number} of {count, number}',
  'matrix.in-progress': '{count, plural, one {# in progress} other {# in progress}}',
  'matrix.trashed': 'In the trash',
  'matrix.do.compare-row': 'Compare the row',
  'matrix.do.compare-column': 'Compare the column',
  'matrix.do.show-task': 'Show in History',

  'shortcut.area.matrix': 'Grid of a batch',
  'shortcut.matrix': 'Show the grid of its batch',
  'shortcut.matrix-move': 'Move between cells and headers. A header stands for its row or column',
  'shortcut.matrix-ends': 'First or last cell of the row',
  'shortcut.matrix-extend': 'Select several cells',
  'shortcut.matrix-select-all': 'Select all cells',
  'shortcut.matrix-open': 'Open the picture, or show the task in History',
  'shortcut.matrix-next-picture': 'Next picture of the cell',
  'shortcut.matrix-prompt': 'Previous or next prompt',
  'shortcut.matrix-compare': 'Compare the selected cells, or the row',
  'shortcut.matrix-compare-column': 'Compare the column',
  'shortcut.matrix-swap': 'Swap rows and columns',
  'shortcut.matrix-close': 'Select one cell only, or close the grid',
} as const;
