/* Bytecode of host code: a register machine.
 *
 * A function becomes an RsProto. Its registers are, in this order: the variables of its scope (register ==
 * symbol->slot, so parameters come first, then outputs, then locals), its captures, the functions that it defines, and
 * temporaries. Instructions are 64 bits; opcodes.def lists them. Everything in a proto lives in the arena of its
 * RsBytecode, which the virtual machine makes for one run; the tree that it points into belongs to the module.
 *
 * Threads: compile on any thread; afterwards the thread that runs it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#include "compiler/kernel/places/nest.h"
#include "compiler/kernel/request.h"
#include "compiler/program.h"

typedef enum {
#define RS_OPCODE(NAME, form, documentation) RS_OPCODE_##NAME,
#include "compiler/bytecode/opcodes.def"
#undef RS_OPCODE
  RS_N_OPCODES
} RsOpcode;

typedef struct {
  guint16 op;
  guint16 a, b, c;
} RsInstruction;

G_STATIC_ASSERT (sizeof (RsInstruction) == 8);

/* A jump distance, counted from the instruction behind the one that jumps (behind its EXTRA words). */
static inline gint32
rs_instruction_get_jump (RsInstruction i)
{
  return (gint32)((guint32)i.b | ((guint32)i.c << 16));
}

#define RS_MAX_REGISTERS 60000u

/* EXTRA.a of index instructions: the declared boundary mode and the rule for integers that do not fit in the low byte,
 * whether DEFAULT is 'safe because the text stands in a loop or kernel, and the operator of a compound store. */
#define RS_INDEX_BOUNDARY 0x0f
#define RS_INDEX_OVERFLOW_SHIFT 4
#define RS_INDEX_OVERFLOW 0x0f
#define RS_INDEX_SAFE 0x100
#define RS_INDEX_OPERATOR_SHIFT 9
/* EXTRA.b: an index vector with as many elements is a position; with this value, one of any length is. */
#define RS_INDEX_ANY_RANK 0xff

/* CALL: number of results when one is taken if there is one. */
#define RS_ANY_RESULT 0xffff
/* One value: the only output, or a cell of all of them (`...f(x)`). */
#define RS_ALL_RESULTS 0xfffe

typedef enum {
  RS_CONSTANT_INT,
  RS_CONSTANT_SCALAR,
  RS_CONSTANT_IMAGINARY,
  RS_CONSTANT_STRING,
  RS_CONSTANT_TYPE,
  RS_CONSTANT_BUILTIN_VALUE,    /* pi, true: integer is the id */
  RS_CONSTANT_BUILTIN_FUNCTION, /* print used as a value */
} RsConstantKind;

typedef struct {
  RsConstantKind kind;
  gint64 integer;
  double number;
  const char *text;
  const RsType *type;
} RsConstant;

typedef struct _RsProto RsProto;

typedef struct {
  const char *name;
  const RsType *type;    /* declared, or NULL */
  gboolean is_optional;  /* has a default, which the prologue evaluates */
  gboolean is_variadic;
  const RsSymbol *symbol;
} RsProtoParameter;

/* Where a closure finds the value of a capture when it is defined. */
typedef enum {
  RS_CAPTURE_REGISTER, /* of the defining frame */
  RS_CAPTURE_SELF,     /* the closure itself: recursion */
  RS_CAPTURE_GLOBAL,   /* register of the top level of a module */
  RS_CAPTURE_NOWHERE,  /* read where it is used: functions of a top level */
} RsCaptureSource;

typedef struct {
  const char *name;
  RsCaptureSource source;
  guint index;
  guint module; /* GLOBAL: in RsProgram.modules */
} RsProtoCapture;

/* Arguments that are not just values in consecutive registers. */
typedef struct {
  guint n;
  const char **names;  /* [n]; NULL: positional */
  gboolean *is_spread; /* [n] */
  gboolean is_serial;  /* of serial_do */
} RsArgumentList;

/* A place that may be compiled. A loop is offered by OFFER_LOOP. An expression costs nothing until one of its
 * operations meets an array: its leaves lie in registers before its first operation, so the virtual machine can then
 * drop what the operations have done so far, launch the whole expression, and go on behind it. Where leaves are parts
 * of arrays it is a second site, offered by OFFER_PARTS, which has array and indices in the place of each part; also
 * where its value is assigned to such a part, which comes last. */
typedef struct {
  RsKernelForm form;
  const RsNode *node;
  RsLoopNest nest;         /* LOOP */
  const RsNode *attribute; /* LOOP: before it, or NULL */
  const RsSymbol **inputs; /* LOOP: variables */
  guint *registers;        /* LOOP: of the inputs; EXPRESSION: of the leaves; G_MAXUINT for a `:` */
  guint n_inputs;
  guint variables[RS_MAX_GRID]; /* LOOP: registers of the loop variables */
  guint start, end;             /* EXPRESSION: instructions [start, end); none where there are parts */
  guint target;            /* EXPRESSION: register of the result */
  const RsNode *assigned;  /* EXPRESSION: the part of an array that gets the value; or NULL */
  guint assigned_end;      /* EXPRESSION: behind the assignment */
} RsProtoSite;

/* A catch of a try body. */
typedef struct {
  guint start, end; /* instructions [start, end) */
  guint handler;
  guint n_deals;      /* loops around it that are dealt out */
  const RsType *type; /* what it takes: errors with an object of that type; NULL: every error */
} RsProtoHandler;

struct _RsProto {
  const char *name; /* of the function; "lambda"; "main program" for the top level */
  RsModule *module; /* borrowed */
  guint module_index; /* in RsProgram.modules; G_MAXUINT for eval */
  const RsNode *node;
  const RsScope *scope;
  const RsProto *parent;

  RsInstruction *code;
  guint n_code;
  guint32 *offsets; /* [n_code]: source offset of each instruction */
  RsConstant *constants;
  guint n_constants;
  RsProto **protos; /* functions and lambdas in it */
  guint n_protos;
  RsProtoParameter *parameters;
  guint n_parameters;
  guint n_required;
  gboolean is_variadic;
  gboolean is_generic; /* has no code: a call makes an instance (compiler/sema/generic/generic.h) */
  gboolean is_special; /* variadic or generic: not called by just jumping into it */
  guint *outputs; /* registers */
  guint n_outputs;
  gboolean is_lambda; /* RETURN_VALUE, one result */
  gboolean is_kernel, is_device;
  gboolean is_single; /* kernel arithmetic in single precision */
  RsProtoCapture *captures;
  guint n_captures;
  guint first_capture; /* their registers */
  guint n_registers;
  guint n_variables;
  RsArgumentList *lists;
  guint n_lists;
  RsProtoSite *sites;
  guint n_sites;
  RsProtoHandler *handlers; /* inner ones first, those of one body in their order */
  guint n_handlers;
  guint n_shared; /* places of shared memory */
  gboolean has_barrier;
  gboolean has_grid_barrier; /* one at which all work items of the grid wait */

  gpointer state; /* the virtual machine's: constants as values, sites */
};

typedef struct {
  RsArena *arena;
  RsProto *root; /* the top level of the module */
  GPtrArray *protos; /* every RsProto */
  GPtrArray *pragmas; /* of the module; of RsNode */
} RsBytecode;

/* What the lowering has to know beyond the module. */
typedef struct {
  const RsProgram *program; /* modules that top-level names may lead to */
  guint module_index;
  GHashTable *functions; /* FUNCTION symbol of a top level -> GUINT_TO_POINTER (register); filled module by module */
  RsPrecision precision;
  /* loops and expressions may be offered; these settings say which are, and #pragma lines change them */
  gboolean compiles;
  gboolean offer_loops, offer_expressions;
  gboolean joins;   /* statements that come to one expression are offered as it; a debugger sees them one by one */
  gboolean is_main; /* constructs that are not supported yet are errors; elsewhere only when they are reached */
  gboolean is_expression; /* eval: the value of the last statement is the result */
} RsLowerOptions;

/* Lowers a resolved module without errors. Constructs that are not supported yet are reported as errors, and become an
 * instruction that raises an error. Never NULL. (transfer full) */
RsBytecode *rs_bytecode_new (RsModule *module, const RsLowerOptions *options, RsDiagnostics *diagnostics);
/* Lowers an instance of a generic function, or a specialised one: root is its proto, which takes the captures of a
 * closure over original, in the same order. (transfer full) */
RsBytecode *rs_bytecode_new_instance (const RsNode *function, const RsProto *original, const RsLowerOptions *options,
                                      RsDiagnostics *diagnostics);
void rs_bytecode_free (RsBytecode *bytecode);

/* Adds the registers that the functions which a function or top level defines have in its frame, merged ones apart.
 * (table: RsSymbol -> GUINT_TO_POINTER (register)) */
void rs_scope_assign_function_registers (GHashTable *table, const RsScope *root);

/* The instructions of a function and those inside it as text, what `emit --stage bytecode` prints. (transfer full) */
char *rs_proto_dump (const RsProto *proto);

/* The opcode's name in lower case with dashes. */
const char *rs_opcode_get_name (RsOpcode op);

/* Line of an instruction, from 1. */
guint rs_proto_get_line (const RsProto *proto, guint pc);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RsBytecode, rs_bytecode_free)
