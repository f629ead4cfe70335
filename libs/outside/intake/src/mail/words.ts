/** For names of addresses: words that everyone can write and say. */
export const ADJECTIVES: readonly string[] = [
  ...['amber', 'brave', 'bright', 'brisk', 'calm', 'clear', 'clever', 'cosy', 'crisp', 'curious', 'deft', 'eager'],
  ...['early', 'easy', 'fair', 'fast', 'fine', 'fond', 'free', 'fresh', 'gentle', 'glad', 'golden', 'grand', 'green'],
  ...['happy', 'hardy', 'honest', 'jolly', 'keen', 'kind', 'light', 'lively', 'loyal', 'lucky', 'mellow', 'merry'],
  ...['mild', 'neat', 'nimble', 'noble', 'patient', 'plain', 'polite', 'proud', 'quick', 'quiet', 'rapid', 'ready'],
  ...['rosy', 'silent', 'silver', 'simple', 'smart', 'smooth', 'snowy', 'soft', 'solid', 'steady', 'sunny', 'swift'],
  ...['tidy', 'tiny', 'true', 'upbeat', 'vivid', 'warm', 'wise', 'witty', 'young', 'zesty'],
];

export const ANIMALS: readonly string[] = [
  ...['alpaca', 'badger', 'beaver', 'bison', 'bobcat', 'camel', 'cat', 'cheetah', 'crane', 'deer', 'dolphin', 'dove'],
  ...['duck', 'eagle', 'egret', 'elk', 'falcon', 'ferret', 'finch', 'fox', 'gazelle', 'gecko', 'giraffe', 'goose'],
  ...['hare', 'hawk', 'hedgehog', 'heron', 'horse', 'ibex', 'jackdaw', 'jaguar', 'kiwi', 'koala', 'lark', 'lemur'],
  ...['leopard', 'lion', 'llama', 'lynx', 'magpie', 'marten', 'mole', 'moose', 'mouse', 'newt', 'ocelot', 'octopus'],
  ...['otter', 'owl', 'panda', 'panther', 'pelican', 'penguin', 'pony', 'puffin', 'quail', 'rabbit', 'raven', 'robin'],
  ...['salmon', 'seal', 'sheep', 'sparrow', 'squirrel', 'stork', 'swan', 'tapir', 'tiger', 'turtle', 'walrus', 'whale'],
  ...['wolf', 'wombat', 'wren', 'yak', 'zebra'],
];
