/** Words of the first steps, which a new profile begins with. */
export const first = {
  'first.at': 'Step {step} of {steps}',
  'first.skip': 'Skip',
  'first.close': 'Close the first steps',

  'first.try.title': 'Welcome to Latent',
  'first.try.explained': 'You write a sentence, and a service makes the picture. Latent keeps it on this computer, and never pays twice by accident.',
  'first.try.practice': 'Try it with a practice picture',
  'first.try.practice-explained': 'A practice picture is free, and nothing leaves this computer.',
  'first.try.key': 'I have a key…',

  'first.folder.title': 'Where your pictures go',
  'first.folder.usual': 'Each picture is an ordinary file in this folder, among your other pictures.',
  'first.folder.chosen': 'Each picture is an ordinary file in this folder, which you chose.',
  // free: room on the disk, such as 52 GB. It stands beside the path.
  'first.folder.free': '{free} free',
  'first.folder.keep': 'Use this folder',
  'first.folder.choose': 'Choose another folder…',
  'first.folder.import': 'Latent found pictures of other programs. It copies what you choose, and the originals stay where they are.',
  // tool: the name of a program.
  'first.folder.import-some': '{count, plural, one {Import # picture from {tool}} other {Import # pictures from {tool}}}',
  'first.folder.import-many': '{count, plural, one {Import more than # picture from {tool}} other {Import more than # pictures from {tool}}}',

  'first.write.title': 'Write a sentence',
  // keys: such as Ctrl+Enter. An example to click stands below.
  'first.write.explained': 'Describe a picture in the field above, then press {keys} or click “Generate”. If you have no idea yet, take this one.',
  'first.write.explained-button': 'Describe a picture in the field above, then click “Generate”. If you have no idea yet, take this one.',
  'first.write.done': 'Done',
} as const;
