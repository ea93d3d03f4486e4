// Where everything lies. TypeScript (src/kernel/plan.ts) writes this block of 32-bit integers
// once per network; the kernel reads it. All pointers are byte addresses, all sizes padded:
// hidden widths and dense inputs to multiples of 8 and 4, with zero weights that stay zero.

@inline
function field(plan: usize, index: i32): i32 { return load<i32>(plan + (<usize>index << 2)); }

@inline export function dense(plan: usize): i32 { return field(plan, 0); }       // dense inputs, bias input included
@inline export function classes(plan: usize): i32 { return field(plan, 1); }     // rows of the one-hot block, 0 if none
@inline export function outputs(plan: usize): i32 { return field(plan, 2); }
@inline export function hiddenLayers(plan: usize): i32 { return field(plan, 3); }
@inline export function stride(plan: usize): i32 { return field(plan, 4); }      // floats per record
@inline export function block(plan: usize): usize { return field(plan, 5); }     // gathered records of one block
@inline export function slopes(plan: usize): usize { return field(plan, 6); }    // raw outputs, then their gradients
@inline export function parameters(plan: usize): usize { return field(plan, 7); }
@inline export function gradients(plan: usize): usize { return field(plan, 8); }
@inline export function firstMoment(plan: usize): usize { return field(plan, 9); }
@inline export function secondMoment(plan: usize): usize { return field(plan, 10); }
@inline export function parameterCount(plan: usize): i32 { return field(plan, 11); } // a multiple of 4
@inline export function inputs(plan: usize): i32 { return field(plan, 12); }     // dense inputs that are not padding

// Per hidden layer l (4 fields from 16 + 4·l): width, activations (the backward pass puts their
// gradients in the same place: a block then fits the first-level cache), weights transposed (not for
// the first layer), and the offset of its weights among the parameters.
// Layer 0: [classes + dense] × width (its bias is a dense row); others: [inputs] × width, then a bias row.
@inline export function width(plan: usize, l: i32): i32 { return field(plan, 16 + 4 * l); }
@inline export function activations(plan: usize, l: i32): usize { return field(plan, 17 + 4 * l); }
@inline export function transposed(plan: usize, l: i32): usize { return field(plan, 18 + 4 * l); }
@inline export function weights(plan: usize, l: i32): usize { return <usize>field(plan, 19 + 4 * l) << 2; } // byte offset; l = hiddenLayers: the output layer, [outputs] × width, then biases
