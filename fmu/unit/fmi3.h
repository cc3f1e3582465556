/* fmi3.h: types and functions of the Functional Mock-up Interface 3.0. Internal.
 *
 * Own declarations after "Functional Mock-up Interface Specification", version 3.0.2. Every unit
 * has all functions. */
#ifndef PTL_FMI3_H
#define PTL_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FMI3_EXPORT __attribute__((visibility("default")))

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;
typedef enum {
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment, fmi3Status status,
                                       fmi3String category, fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment environment,
                                               fmi3Float64 time, fmi3Boolean set_requested,
                                               fmi3Boolean get_allowed, fmi3Boolean step_finished,
                                               fmi3Boolean can_return_early,
                                               fmi3Boolean *return_requested,
                                               fmi3Float64 *return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

FMI3_EXPORT const char *fmi3GetVersion(void);
FMI3_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t n,
                                           const fmi3String categories[]);
FMI3_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token,
                                                      fmi3String resources, fmi3Boolean visible,
                                                      fmi3Boolean logging,
                                                      fmi3InstanceEnvironment environment,
                                                      fmi3LogMessageCallback log);
FMI3_EXPORT fmi3Instance
fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                            fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                            fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                            size_t n_intermediate, fmi3InstanceEnvironment environment,
                            fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update);
FMI3_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback update, fmi3LockPreemptionCallback lock,
    fmi3UnlockPreemptionCallback unlock);
FMI3_EXPORT void fmi3FreeInstance(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance,
                                                   fmi3Float64 tolerance, fmi3Float64 start,
                                                   fmi3Boolean has_stop, fmi3Float64 stop);
FMI3_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3Terminate(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3Reset(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance instance);
FMI3_EXPORT fmi3Status fmi3GetFloat32(fmi3Instance instance, const fmi3ValueReference vr[],
                                      size_t n, fmi3Float32 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetFloat32(fmi3Instance instance, const fmi3ValueReference vr[],
                                      size_t n, const fmi3Float32 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference vr[],
                                      size_t n, fmi3Float64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference vr[],
                                      size_t n, const fmi3Float64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetInt8(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                   fmi3Int8 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetInt8(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                   const fmi3Int8 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetUInt8(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    fmi3UInt8 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetUInt8(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    const fmi3UInt8 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetInt16(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    fmi3Int16 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetInt16(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    const fmi3Int16 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetUInt16(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     fmi3UInt16 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetUInt16(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     const fmi3UInt16 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetInt32(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    fmi3Int32 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetInt32(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    const fmi3Int32 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetUInt32(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     fmi3UInt32 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetUInt32(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     const fmi3UInt32 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetInt64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    fmi3Int64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetInt64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    const fmi3Int64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetUInt64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     fmi3UInt64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetUInt64(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     const fmi3UInt64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetBoolean(fmi3Instance instance, const fmi3ValueReference vr[],
                                      size_t n, fmi3Boolean values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetBoolean(fmi3Instance instance, const fmi3ValueReference vr[],
                                      size_t n, const fmi3Boolean values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetString(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     fmi3String values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetString(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     const fmi3String values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     size_t sizes[], fmi3Binary values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                     const size_t sizes[], const fmi3Binary values[],
                                     size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetClock(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    fmi3Clock values[]);
FMI3_EXPORT fmi3Status fmi3SetClock(fmi3Instance instance, const fmi3ValueReference vr[], size_t n,
                                    const fmi3Clock values[]);
FMI3_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                                           fmi3ValueReference vr, size_t *n);
FMI3_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance instance,
                                                   fmi3ValueReference dependent, size_t elements[],
                                                   fmi3ValueReference independents[],
                                                   size_t independent_elements[],
                                                   fmi3DependencyKind kinds[], size_t n);
FMI3_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state);
FMI3_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state);
FMI3_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state);
FMI3_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state,
                                                  size_t *size);
FMI3_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state,
                                             fmi3Byte bytes[], size_t size);
FMI3_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[],
                                               size_t size, fmi3FMUState *state);
FMI3_EXPORT fmi3Status fmi3GetDirectionalDerivative(
    fmi3Instance instance, const fmi3ValueReference unknowns[], size_t n_unknowns,
    const fmi3ValueReference knowns[], size_t n_knowns, const fmi3Float64 seed[], size_t n_seed,
    fmi3Float64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance,
                                                const fmi3ValueReference unknowns[],
                                                size_t n_unknowns,
                                                const fmi3ValueReference knowns[], size_t n_knowns,
                                                const fmi3Float64 seed[], size_t n_seed,
                                                fmi3Float64 values[], size_t n_values);
FMI3_EXPORT fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference vr[],
                                              size_t n, fmi3Float64 intervals[],
                                              fmi3IntervalQualifier qualifiers[]);
FMI3_EXPORT fmi3Status fmi3GetIntervalFraction(fmi3Instance instance, const fmi3ValueReference vr[],
                                               size_t n, fmi3UInt64 counters[],
                                               fmi3UInt64 resolutions[],
                                               fmi3IntervalQualifier qualifiers[]);
FMI3_EXPORT fmi3Status fmi3GetShiftDecimal(fmi3Instance instance, const fmi3ValueReference vr[],
                                           size_t n, fmi3Float64 shifts[]);
FMI3_EXPORT fmi3Status fmi3GetShiftFraction(fmi3Instance instance, const fmi3ValueReference vr[],
                                            size_t n, fmi3UInt64 counters[],
                                            fmi3UInt64 resolutions[]);
FMI3_EXPORT fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance, const fmi3ValueReference vr[],
                                              size_t n, const fmi3Float64 intervals[]);
FMI3_EXPORT fmi3Status fmi3SetIntervalFraction(fmi3Instance instance, const fmi3ValueReference vr[],
                                               size_t n, const fmi3UInt64 counters[],
                                               const fmi3UInt64 resolutions[]);
FMI3_EXPORT fmi3Status fmi3SetShiftDecimal(fmi3Instance instance, const fmi3ValueReference vr[],
                                           size_t n, const fmi3Float64 shifts[]);
FMI3_EXPORT fmi3Status fmi3SetShiftFraction(fmi3Instance instance, const fmi3ValueReference vr[],
                                            size_t n, const fmi3UInt64 counters[],
                                            const fmi3UInt64 resolutions[]);
FMI3_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean *need_update,
                                                fmi3Boolean *terminate,
                                                fmi3Boolean *nominals_changed,
                                                fmi3Boolean *values_changed,
                                                fmi3Boolean *next_defined, fmi3Float64 *next_time);
FMI3_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_return,
                                                   fmi3Boolean *enter_event_mode,
                                                   fmi3Boolean *terminate);
FMI3_EXPORT fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time);
FMI3_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 x[],
                                               size_t n);
FMI3_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 dx[],
                                                         size_t n);
FMI3_EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 z[], size_t n);
FMI3_EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 x[], size_t n);
FMI3_EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 x[],
                                                         size_t n);
FMI3_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *n);
FMI3_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *n);
FMI3_EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance,
                                                const fmi3ValueReference vr[], size_t n,
                                                const fmi3Int32 orders[], fmi3Float64 values[],
                                                size_t n_values);
FMI3_EXPORT fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 time, fmi3Float64 step,
                                  fmi3Boolean no_return, fmi3Boolean *needs_event,
                                  fmi3Boolean *terminate, fmi3Boolean *early,
                                  fmi3Float64 *last_time);
FMI3_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock,
                                                  fmi3Float64 time);

#endif
